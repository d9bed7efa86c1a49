-- What is known of passkeys beyond the columns of Auth.js: names, times, the handle of the owner. Our own.
create table if not exists "cardea_passkey" (
  "credential" nvarchar(255) collate Latin1_General_100_BIN2 not null primary key,
  "label" nvarchar(255),
  "handle" nvarchar(255),
  "created" datetime2(3),
  "used" datetime2(3)
);
