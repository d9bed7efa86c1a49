-- What was used up, so that a sealed value works once. Our own; Auth.js leaves it alone.
create table if not exists "cardea_spent_token" (
  "key" varchar(255) not null primary key,
  "expires" datetime(3) not null,
  index "cardea_spent_token_expires_idx" ("expires")
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
