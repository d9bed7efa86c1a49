-- What Drizzle makes of its adapter's default tables.
create table "user" (
  "id" varchar(255) not null,
  "name" varchar(255),
  "email" varchar(255),
  "emailVerified" timestamp(3) null,
  "image" varchar(255),
  constraint "user_id" primary key ("id"),
  constraint "user_email_unique" unique ("email")
);
create table "account" (
  "userId" varchar(255) not null,
  "type" varchar(255) not null,
  "provider" varchar(255) not null,
  "providerAccountId" varchar(255) not null,
  "refresh_token" varchar(255),
  "access_token" varchar(255),
  "expires_at" int,
  "token_type" varchar(255),
  "scope" varchar(255),
  "id_token" varchar(2048),
  "session_state" varchar(255),
  constraint "account_provider_providerAccountId_pk" primary key ("provider", "providerAccountId"),
  constraint "account_userId_user_id_fk" foreign key ("userId") references "user" ("id") on delete cascade
);
create table "session" (
  "sessionToken" varchar(255) not null,
  "userId" varchar(255) not null,
  "expires" timestamp not null,
  constraint "session_sessionToken" primary key ("sessionToken"),
  constraint "session_userId_user_id_fk" foreign key ("userId") references "user" ("id") on delete cascade
);
create table "verificationToken" (
  "identifier" varchar(255) not null,
  "token" varchar(255) not null,
  "expires" timestamp not null,
  constraint "verificationToken_identifier_token_pk" primary key ("identifier", "token")
);
create table "authenticator" (
  "credentialID" varchar(255) not null,
  "userId" varchar(255) not null,
  "providerAccountId" varchar(255) not null,
  "credentialPublicKey" varchar(255) not null,
  "counter" int not null,
  "credentialDeviceType" varchar(255) not null,
  "credentialBackedUp" boolean not null,
  "transports" varchar(255),
  constraint "authenticator_userId_credentialID_pk" primary key ("userId", "credentialID"),
  constraint "authenticator_credentialID_unique" unique ("credentialID"),
  constraint "authenticator_userId_user_id_fk" foreign key ("userId") references "user" ("id") on delete cascade
);
