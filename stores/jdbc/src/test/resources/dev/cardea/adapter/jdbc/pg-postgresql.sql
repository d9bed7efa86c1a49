-- The tables that pg-adapter asks for.
create table verification_token (
  identifier text not null,
  expires timestamptz not null,
  token text not null,
  primary key (identifier, token)
);
create table accounts (
  id serial,
  "userId" integer not null,
  type varchar(255) not null,
  provider varchar(255) not null,
  "providerAccountId" varchar(255) not null,
  refresh_token text,
  access_token text,
  expires_at bigint,
  id_token text,
  scope text,
  session_state text,
  token_type text,
  primary key (id)
);
create table sessions (
  id serial,
  "userId" integer not null,
  expires timestamptz not null,
  "sessionToken" varchar(255) not null,
  primary key (id)
);
create table users (
  id serial,
  name varchar(255),
  email varchar(255),
  "emailVerified" timestamptz,
  image text,
  primary key (id)
);
