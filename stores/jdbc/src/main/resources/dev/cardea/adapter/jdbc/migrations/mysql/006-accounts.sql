-- What is known of accounts beyond the columns of Auth.js: the address that their provider has not verified. Our own.
create table if not exists "cardea_account" (
  "provider" varchar(255) not null,
  "providerAccountId" varchar(255) not null,
  "userId" ${id} not null,
  "unverified_email" varchar(255) not null,
  primary key ("provider", "providerAccountId"),
  index "cardea_account_userId_idx" ("userId")
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
