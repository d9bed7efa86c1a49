-- What modules keep, such as the password of a user. Our own.
create table if not exists "cardea_record" (
  "kind" varchar(32) not null,
  "id" varchar(200) not null,
  "userId" varchar(255),
  "data" mediumtext not null,
  "version" bigint not null,
  "expires" datetime(3),
  primary key ("kind", "id"),
  index "cardea_record_user_idx" ("userId"),
  index "cardea_record_expires_idx" ("expires")
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
