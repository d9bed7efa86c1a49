"use server";
import { AuthError } from "next-auth";
import type { Adapter } from "next-auth/adapters";
import { signIn } from "@/auth";

export async function login(values: FormData, _adapter?: Adapter) {
  try {
    await signIn("credentials", values);
  } catch (error) {
    if (error instanceof AuthError) return error.type;
    throw error;
  }
}
