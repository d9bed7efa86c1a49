-- What Prisma makes of its adapter's models, with ids of accounts and the times that some add.
create table "User" (
  "id" varchar(191) not null primary key,
  "name" varchar(191),
  "email" varchar(191),
  "emailVerified" datetime(3),
  "image" text,
  "createdAt" datetime(3) not null default current_timestamp(3),
  "updatedAt" datetime(3) not null
);
create unique index "User_email_key" on "User" ("email");
create table "Account" (
  "id" varchar(191) not null primary key,
  "userId" varchar(191) not null,
  "type" varchar(191) not null,
  "provider" varchar(191) not null,
  "providerAccountId" varchar(191) not null,
  "refresh_token" text,
  "access_token" text,
  "expires_at" integer,
  "token_type" varchar(191),
  "scope" text,
  "id_token" text,
  "session_state" text,
  "createdAt" datetime(3) not null default current_timestamp(3),
  "updatedAt" datetime(3) not null,
  constraint "Account_userId_fkey" foreign key ("userId") references "User" ("id") on delete cascade on update cascade
);
create unique index "Account_provider_providerAccountId_key" on "Account" ("provider", "providerAccountId");
create table "Session" (
  "id" varchar(191) not null primary key,
  "sessionToken" varchar(191) not null,
  "userId" varchar(191) not null,
  "expires" datetime(3) not null,
  "createdAt" datetime(3) not null default current_timestamp(3),
  "updatedAt" datetime(3) not null,
  constraint "Session_userId_fkey" foreign key ("userId") references "User" ("id") on delete cascade on update cascade
);
create unique index "Session_sessionToken_key" on "Session" ("sessionToken");
create table "VerificationToken" (
  "identifier" varchar(191) not null,
  "token" varchar(191) not null,
  "expires" datetime(3) not null,
  constraint "VerificationToken_pkey" primary key ("identifier", "token")
);
create table "Authenticator" (
  "credentialID" varchar(191) not null,
  "userId" varchar(191) not null,
  "providerAccountId" varchar(191) not null,
  "credentialPublicKey" text not null,
  "counter" integer not null,
  "credentialDeviceType" varchar(191) not null,
  "credentialBackedUp" boolean not null,
  "transports" varchar(191),
  constraint "Authenticator_pkey" primary key ("userId", "credentialID"),
  constraint "Authenticator_userId_fkey" foreign key ("userId") references "User" ("id") on delete cascade on update cascade
);
create unique index "Authenticator_credentialID_key" on "Authenticator" ("credentialID");
