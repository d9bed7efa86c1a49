-- What Prisma makes of its adapter's models, with ids of accounts and the times that some add.
create table "User" (
  "id" text not null primary key,
  "name" text,
  "email" text,
  "emailVerified" datetime,
  "image" text,
  "createdAt" datetime not null default current_timestamp,
  "updatedAt" datetime not null
);
create unique index "User_email_key" on "User" ("email");
create table "Account" (
  "id" text not null primary key,
  "userId" text not null references "User" ("id") on delete cascade on update cascade,
  "type" text not null,
  "provider" text not null,
  "providerAccountId" text not null,
  "refresh_token" text,
  "access_token" text,
  "expires_at" integer,
  "token_type" text,
  "scope" text,
  "id_token" text,
  "session_state" text,
  "createdAt" datetime not null default current_timestamp,
  "updatedAt" datetime not null
);
create unique index "Account_provider_providerAccountId_key" on "Account" ("provider", "providerAccountId");
create table "Session" (
  "id" text not null primary key,
  "sessionToken" text not null,
  "userId" text not null references "User" ("id") on delete cascade on update cascade,
  "expires" datetime not null,
  "createdAt" datetime not null default current_timestamp,
  "updatedAt" datetime not null
);
create unique index "Session_sessionToken_key" on "Session" ("sessionToken");
create table "VerificationToken" (
  "identifier" text not null,
  "token" text not null,
  "expires" datetime not null,
  constraint "VerificationToken_pkey" primary key ("identifier", "token")
);
create table "Authenticator" (
  "credentialID" text not null,
  "userId" text not null references "User" ("id") on delete cascade on update cascade,
  "providerAccountId" text not null,
  "credentialPublicKey" text not null,
  "counter" integer not null,
  "credentialDeviceType" text not null,
  "credentialBackedUp" boolean not null,
  "transports" text,
  constraint "Authenticator_pkey" primary key ("userId", "credentialID")
);
create unique index "Authenticator_credentialID_key" on "Authenticator" ("credentialID");
