-- What is known of passkeys beyond the columns of Auth.js: names, times, the handle of the owner. Our own.
create table if not exists "cardea_passkey" (
  "credential" varchar(512) not null primary key,
  "label" varchar(255),
  "handle" varchar(255),
  "created" datetime(3),
  "used" datetime(3)
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
