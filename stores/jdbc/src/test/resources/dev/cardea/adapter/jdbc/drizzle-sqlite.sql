-- What Drizzle makes of its adapter's default tables.
create table "user" (
  "id" text primary key not null,
  "name" text,
  "email" text,
  "emailVerified" integer,
  "image" text
);
create unique index "user_email_unique" on "user" ("email");
create table "account" (
  "userId" text not null,
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
  primary key ("provider", "providerAccountId"),
  foreign key ("userId") references "user" ("id") on update no action on delete cascade
);
create table "session" (
  "sessionToken" text primary key not null,
  "userId" text not null,
  "expires" integer not null,
  foreign key ("userId") references "user" ("id") on update no action on delete cascade
);
create table "verificationToken" (
  "identifier" text not null,
  "token" text not null,
  "expires" integer not null,
  primary key ("identifier", "token")
);
create table "authenticator" (
  "credentialID" text not null,
  "userId" text not null,
  "providerAccountId" text not null,
  "credentialPublicKey" text not null,
  "counter" integer not null,
  "credentialDeviceType" text not null,
  "credentialBackedUp" integer not null,
  "transports" text,
  primary key ("userId", "credentialID"),
  foreign key ("userId") references "user" ("id") on update no action on delete cascade
);
create unique index "authenticator_credentialID_unique" on "authenticator" ("credentialID");
