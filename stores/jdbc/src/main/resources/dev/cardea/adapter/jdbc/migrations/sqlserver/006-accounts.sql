-- What is known of accounts beyond the columns of Auth.js: the address that their provider has not verified. Our own.
create table if not exists "cardea_account" (
  "provider" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "providerAccountId" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "userId" ${id} not null,
  "unverified_email" nvarchar(255) not null
);
create unique index if not exists "cardea_account_provider_unique" on "cardea_account" ("provider", "providerAccountId");
create index if not exists "cardea_account_userId_idx" on "cardea_account" ("userId");
