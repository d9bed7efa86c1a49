-- What is kept of sessions beyond the columns of Auth.js, so that they can be listed and ended. Our own.
create table if not exists "cardea_session" (
  "id" varchar(64) not null primary key,
  "userId" varchar(255) not null,
  "stored_user" ${id},
  "begun" datetime(3) not null,
  "seen" datetime(3) not null,
  "expires" datetime(3) not null,
  "provider" varchar(255),
  "provider_sub" varchar(255),
  "provider_sid" varchar(255),
  "client" varchar(64),
  "user_agent" varchar(500),
  index "cardea_session_user_idx" ("userId"),
  index "cardea_session_expires_idx" ("expires"),
  index "cardea_session_sid_idx" ("provider", "provider_sid"),
  index "cardea_session_sub_idx" ("provider", "provider_sub")
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
