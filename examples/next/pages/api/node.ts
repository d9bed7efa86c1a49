import type { NextApiRequest, NextApiResponse } from "next";
import { auth } from "@/auth";

export default async function handler(request: NextApiRequest, response: NextApiResponse) {
  response.json(await auth(request, response));
}
