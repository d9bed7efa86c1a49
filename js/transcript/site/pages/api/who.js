import { auth, lazy } from "../../auth.js";

export default async function handler(request, response) {
  if (request.query.own) response.setHeader("set-cookie", "own=1; Path=/");
  response.json(await (request.query.lazy ? lazy.auth(request, response) : auth(request, response)));
}
