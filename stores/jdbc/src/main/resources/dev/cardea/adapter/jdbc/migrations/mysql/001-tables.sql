-- The default tables of Auth.js' Drizzle adapter, with texts compared byte for byte. Times are UTC.
create table if not exists "user" (
  "id" ${id} not null primary key,
  "name" varchar(255),
  "email" varchar(255),
  "emailVerified" ${time},
  "image" mediumtext,
  constraint "user_email_unique" unique ("email")
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists "account" (
  "userId" ${id} not null,
  "type" varchar(255) not null,
  "provider" varchar(255) not null,
  "providerAccountId" varchar(255) not null,
  "refresh_token" mediumtext,
  "access_token" mediumtext,
  "expires_at" bigint,
  "token_type" varchar(255),
  "scope" mediumtext,
  "id_token" mediumtext,
  "session_state" mediumtext,
  primary key ("provider", "providerAccountId"),
  index "account_userId_idx" ("userId"),
  foreign key ("userId") references "user" ("id") on delete cascade
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists "session" (
  "sessionToken" varchar(255) not null primary key,
  "userId" ${id} not null,
  "expires" ${time} not null,
  index "session_userId_idx" ("userId"),
  index "session_expires_idx" ("expires"),
  foreign key ("userId") references "user" ("id") on delete cascade
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists "verificationToken" (
  "identifier" varchar(255) not null,
  "token" varchar(255) not null,
  "expires" ${time} not null,
  primary key ("identifier", "token"),
  index "verificationToken_token_idx" ("token"),
  index "verificationToken_expires_idx" ("expires")
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create table if not exists "authenticator" (
  "credentialID" varchar(512) not null,
  "userId" ${id} not null,
  "providerAccountId" varchar(512) not null,
  "credentialPublicKey" mediumtext not null,
  "counter" bigint not null,
  "credentialDeviceType" varchar(255) not null,
  "credentialBackedUp" boolean not null,
  "transports" varchar(255),
  constraint "authenticator_credentialID_unique" unique ("credentialID"),
  primary key ("userId", "credentialID"),
  foreign key ("userId") references "user" ("id") on delete cascade
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
