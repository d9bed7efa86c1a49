import { withoutServer } from "../testing/server.js";
import { transcript } from "./transcript.js";
import { build, whole } from "./whole.js";

const sites = ["bare", "decided", "stored", "rows", "rendered"];
const prepare = process.env.CARDEA_APPS_BUILT ? undefined : build;
transcript("next start", "next-auth and ours, as an application of Next's", { sites, host: whole, prepare }, withoutServer);
