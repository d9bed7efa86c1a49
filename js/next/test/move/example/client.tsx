"use client"
import { SessionProvider, useSession } from "next-auth/react"

export const Name = () => <SessionProvider>{useSession().data?.user?.name}</SessionProvider>
