-- Creates what is missing of Cardea's tables. Flyway runs it before each migration, Liquibase when it has changed.
-- Generated from the migrations in dev/cardea/adapter/jdbc: do not edit.
create table if not exists `cardea_migration` (`version` integer not null primary key, `name` varchar(100) not null, `appliedAt` varchar(30) not null);

-- 001-tables
create table if not exists `user` (
  `id` varchar(255) not null primary key,
  `name` varchar(255),
  `email` varchar(255),
  `emailVerified` datetime(3),
  `image` mediumtext,
  constraint `user_email_unique` unique (`email`)
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
create table if not exists `account` (
  `userId` varchar(255) not null,
  `type` varchar(255) not null,
  `provider` varchar(255) not null,
  `providerAccountId` varchar(255) not null,
  `refresh_token` mediumtext,
  `access_token` mediumtext,
  `expires_at` bigint,
  `token_type` varchar(255),
  `scope` mediumtext,
  `id_token` mediumtext,
  `session_state` mediumtext,
  primary key (`provider`, `providerAccountId`),
  index `account_userId_idx` (`userId`),
  foreign key (`userId`) references `user` (`id`) on delete cascade
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
create table if not exists `session` (
  `sessionToken` varchar(255) not null primary key,
  `userId` varchar(255) not null,
  `expires` datetime(3) not null,
  index `session_userId_idx` (`userId`),
  index `session_expires_idx` (`expires`),
  foreign key (`userId`) references `user` (`id`) on delete cascade
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
create table if not exists `verificationToken` (
  `identifier` varchar(255) not null,
  `token` varchar(255) not null,
  `expires` datetime(3) not null,
  primary key (`identifier`, `token`),
  index `verificationToken_token_idx` (`token`),
  index `verificationToken_expires_idx` (`expires`)
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
create table if not exists `authenticator` (
  `credentialID` varchar(512) not null,
  `userId` varchar(255) not null,
  `providerAccountId` varchar(512) not null,
  `credentialPublicKey` mediumtext not null,
  `counter` bigint not null,
  `credentialDeviceType` varchar(255) not null,
  `credentialBackedUp` boolean not null,
  `transports` varchar(255),
  constraint `authenticator_credentialID_unique` unique (`credentialID`),
  primary key (`userId`, `credentialID`),
  foreign key (`userId`) references `user` (`id`) on delete cascade
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
insert into `cardea_migration` (`version`, `name`, `appliedAt`)
select 1, '001-tables', date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ') from (select 1 as one) as t
where not exists (select 1 from `cardea_migration` where `version` = 1);

-- 002-spent-tokens
create table if not exists `cardea_spent_token` (
  `key` varchar(255) not null primary key,
  `expires` datetime(3) not null,
  index `cardea_spent_token_expires_idx` (`expires`)
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
insert into `cardea_migration` (`version`, `name`, `appliedAt`)
select 2, '002-spent-tokens', date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ') from (select 1 as one) as t
where not exists (select 1 from `cardea_migration` where `version` = 2);

-- 003-passkeys
create table if not exists `cardea_passkey` (
  `credential` varchar(512) not null primary key,
  `label` varchar(255),
  `handle` varchar(255),
  `created` datetime(3),
  `used` datetime(3)
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
insert into `cardea_migration` (`version`, `name`, `appliedAt`)
select 3, '003-passkeys', date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ') from (select 1 as one) as t
where not exists (select 1 from `cardea_migration` where `version` = 3);

-- 004-indexes
insert into `cardea_migration` (`version`, `name`, `appliedAt`)
select 4, '004-indexes', date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ') from (select 1 as one) as t
where not exists (select 1 from `cardea_migration` where `version` = 4);

-- 005-limits
create table if not exists `cardea_limit` (
  `key` varchar(255) not null primary key,
  `whole_at` bigint not null,
  index `cardea_limit_whole_at_idx` (`whole_at`)
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
insert into `cardea_migration` (`version`, `name`, `appliedAt`)
select 5, '005-limits', date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ') from (select 1 as one) as t
where not exists (select 1 from `cardea_migration` where `version` = 5);

-- 006-accounts
create table if not exists `cardea_account` (
  `provider` varchar(255) not null,
  `providerAccountId` varchar(255) not null,
  `userId` varchar(255) not null,
  `unverified_email` varchar(255) not null,
  primary key (`provider`, `providerAccountId`),
  index `cardea_account_userId_idx` (`userId`)
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
insert into `cardea_migration` (`version`, `name`, `appliedAt`)
select 6, '006-accounts', date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ') from (select 1 as one) as t
where not exists (select 1 from `cardea_migration` where `version` = 6);

-- 007-sessions
create table if not exists `cardea_session` (
  `id` varchar(64) not null primary key,
  `userId` varchar(255) not null,
  `stored_user` varchar(255),
  `begun` datetime(3) not null,
  `seen` datetime(3) not null,
  `expires` datetime(3) not null,
  `provider` varchar(255),
  `provider_sub` varchar(255),
  `provider_sid` varchar(255),
  `client` varchar(64),
  `user_agent` varchar(500),
  index `cardea_session_user_idx` (`userId`),
  index `cardea_session_expires_idx` (`expires`),
  index `cardea_session_sid_idx` (`provider`, `provider_sid`),
  index `cardea_session_sub_idx` (`provider`, `provider_sub`)
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
insert into `cardea_migration` (`version`, `name`, `appliedAt`)
select 7, '007-sessions', date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ') from (select 1 as one) as t
where not exists (select 1 from `cardea_migration` where `version` = 7);

-- 008-records
create table if not exists `cardea_record` (
  `kind` varchar(32) not null,
  `id` varchar(200) not null,
  `userId` varchar(255),
  `data` mediumtext not null,
  `version` bigint not null,
  `expires` datetime(3),
  primary key (`kind`, `id`),
  index `cardea_record_user_idx` (`userId`),
  index `cardea_record_expires_idx` (`expires`)
) character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
insert into `cardea_migration` (`version`, `name`, `appliedAt`)
select 8, '008-records', date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ') from (select 1 as one) as t
where not exists (select 1 from `cardea_migration` where `version` = 8);
