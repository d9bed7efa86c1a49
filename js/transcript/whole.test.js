import { withoutServer } from "../testing/server.js";
import { transcript } from "./transcript.js";
import { buildNext, buildSolid, next, nextDev, solid } from "./whole.js";

const built = process.env.CARDEA_APPS_BUILT;
const sites = ["bare", "decided", "stored", "rows", "passkeys", "rendered"];
transcript("next start", "next-auth and ours, as an application of Next's", { sites, host: next, prepare: built ? undefined : buildNext }, withoutServer);
transcript("next dev", "next-auth and ours, while an application of Next's is developed", { sites: ["decided", "passkeys"], host: nextDev }, withoutServer);
transcript("SolidStart built", "@auth/solid-start and ours, as an application of SolidStart's", { sites: ["solid"], host: solid, prepare: built ? undefined : buildSolid }, withoutServer);
