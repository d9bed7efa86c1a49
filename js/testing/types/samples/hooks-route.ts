// sample
// app/api/auth/hooks/[...name]/route.ts
import { handlers } from "@/auth-cardea";

export const { POST } = handlers;
// end
