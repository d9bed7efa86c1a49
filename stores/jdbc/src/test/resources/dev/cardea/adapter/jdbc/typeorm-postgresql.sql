-- What TypeORM makes of the entities of typeorm-adapter: times are text of milliseconds since 1970.
create table users (
  id uuid not null default gen_random_uuid() primary key,
  name character varying,
  email character varying unique,
  "emailVerified" character varying,
  image character varying
);
create table accounts (
  id uuid not null default gen_random_uuid() primary key,
  "userId" uuid not null references users (id) on delete cascade,
  type character varying not null,
  provider character varying not null,
  "providerAccountId" character varying not null,
  refresh_token character varying,
  access_token character varying,
  expires_at bigint,
  token_type character varying,
  scope character varying,
  id_token character varying,
  session_state character varying,
  oauth_token_secret character varying,
  oauth_token character varying
);
create table sessions (
  id uuid not null default gen_random_uuid() primary key,
  "sessionToken" character varying not null unique,
  "userId" uuid not null references users (id) on delete cascade,
  expires character varying not null
);
create table verification_tokens (
  id uuid not null default gen_random_uuid() primary key,
  token character varying not null,
  identifier character varying not null,
  expires character varying not null
);
