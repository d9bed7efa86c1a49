-- What is known of accounts beyond the columns of Auth.js: the address that their provider has not verified. Our own.
create table if not exists "cardea_account" (
  "provider" varchar(255) not null,
  "providerAccountId" varchar(255) not null,
  "userId" ${id} not null,
  "unverified_email" text not null,
  primary key ("provider", "providerAccountId")
);
create index if not exists "cardea_account_userId_idx" on "cardea_account" ("userId");
