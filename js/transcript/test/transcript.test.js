import { withoutReference } from "../run.js";
import { transcript } from "../transcript.js";

const next = { sites: ["bare", "decided", "stored", "rows", "passkeys"], host: { program: "next-parts.js" } };
transcript("Next", "next-auth and ours, on Next's own parts", next, withoutReference);
transcript("SolidStart parts", "@auth/solid-start and ours", { sites: ["solid"], host: { program: "solid-parts.js" } }, withoutReference);
