-- H2 2.5.252;
CREATE MEMORY TABLE "PUBLIC"."cardea_migration"(
    "version" INTEGER NOT NULL,
    "name" CHARACTER VARYING(100) NOT NULL,
    "appliedAt" CHARACTER VARYING(30) NOT NULL
);
ALTER TABLE "PUBLIC"."cardea_migration" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_E" PRIMARY KEY("version");
-- 5 +/- SELECT COUNT(*) FROM PUBLIC.cardea_migration;
INSERT INTO "PUBLIC"."cardea_migration" VALUES(1, '001-tables', '2026-11-23T14:35:52.511Z');
INSERT INTO "PUBLIC"."cardea_migration" VALUES(2, '002-spent-tokens', '2026-11-23T14:35:52.511Z');
INSERT INTO "PUBLIC"."cardea_migration" VALUES(3, '003-passkeys', '2026-11-23T14:35:52.511Z');
INSERT INTO "PUBLIC"."cardea_migration" VALUES(4, '004-indexes', '2026-11-23T14:35:52.511Z');
INSERT INTO "PUBLIC"."cardea_migration" VALUES(5, '005-limits', '2026-11-23T14:35:52.512Z');
CREATE MEMORY TABLE "PUBLIC"."user"(
    "id" CHARACTER VARYING NOT NULL,
    "name" CHARACTER VARYING,
    "email" CHARACTER VARYING,
    "emailVerified" TIMESTAMP(3),
    "image" CHARACTER VARYING
);
ALTER TABLE "PUBLIC"."user" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_3" PRIMARY KEY("id");
-- 1 +/- SELECT COUNT(*) FROM PUBLIC."user";
INSERT INTO "PUBLIC"."user" VALUES('1c503fed-2aa9-44c4-a2ab-0ad35a7add33', 'Ada Lovelace', 'ada@example.com', NULL, NULL);
CREATE MEMORY TABLE "PUBLIC"."account"(
    "userId" CHARACTER VARYING NOT NULL,
    "type" CHARACTER VARYING NOT NULL,
    "provider" CHARACTER VARYING NOT NULL,
    "providerAccountId" CHARACTER VARYING NOT NULL,
    "refresh_token" CHARACTER VARYING,
    "access_token" CHARACTER VARYING,
    "expires_at" BIGINT,
    "token_type" CHARACTER VARYING,
    "scope" CHARACTER VARYING,
    "id_token" CHARACTER VARYING,
    "session_state" CHARACTER VARYING
);
ALTER TABLE "PUBLIC"."account" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_B9" PRIMARY KEY("provider", "providerAccountId");
-- 1 +/- SELECT COUNT(*) FROM PUBLIC.account;
INSERT INTO "PUBLIC"."account" VALUES('1c503fed-2aa9-44c4-a2ab-0ad35a7add33', 'oidc', 'op', 'ada', NULL, 'at-f8f25c8e62fbb1d83e14ea5360296467075a72db7cdd094e1121b28f1fe4ed38', 1777640400, 'bearer', 'openid profile email', 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Inh5aEVyYWZSTlJVS2hXUTdHVzRrZGR4Q3F4NlhJazNEd01MaHVfQXk0M3MifQ.eyJpc3MiOiJodHRwczovL29wLmV4YW1wbGUiLCJzdWIiOiJhZGEiLCJhdWQiOiJhcHAiLCJleHAiOjE3Nzc2NDA0MDAsImlhdCI6MTc3NzYzNjgwMCwiYXV0aF90aW1lIjoxNzc3NjM2ODAwLCJub25jZSI6IlNjem5oem5HUVJOQUl2a2Z0UmQwQTVMSEp5XzlXYjcwRGZGVS1DeHNBLXciLCJhdF9oYXNoIjoiV3EtR2MwMGVJUVhrRjVMYkxBYTFBUSIsIm5hbWUiOiJBZGEgTG92ZWxhY2UiLCJlbWFpbCI6IkFkYUBFeGFtcGxlLmNvbSIsImVtYWlsX3ZlcmlmaWVkIjp0cnVlfQ.s7IMBcrNt9kgn8KlViEFV11Rw_RwXgYs1u9Sdwvggsx48njMIDIrbTogA9TQd_sbTbgKUoCQGsBXgj-ooqbA2pE3zZqSt9XTZVK51LZ6x8amyHbo5rynfjFjLaVdOTGNfK1w76O_zG_RLXhtksozhm9VBtufY7JIGNMjKx3y67CruHJ81_ATmAKGY5a8oCf1AzRoECefYdukt2di0t6CUX_lRlZadrqCXbd67Qmbc7rxzlqV9NYSg--F1ImCYgs-jFbkY6Uqxws88k2UnkEdYk5v84JMGvl6ClQ1RbNmr-Q18CbP8NdpWpxss8qbnm1vWi_p8tXRuq44xbaZ77jaaw', NULL);
CREATE INDEX "PUBLIC"."account_userId_idx" ON "PUBLIC"."account"("userId" NULLS FIRST);
CREATE MEMORY TABLE "PUBLIC"."session"(
    "sessionToken" CHARACTER VARYING NOT NULL,
    "userId" CHARACTER VARYING NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL
);
ALTER TABLE "PUBLIC"."session" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_7" PRIMARY KEY("sessionToken");
-- 1 +/- SELECT COUNT(*) FROM PUBLIC.session;
INSERT INTO "PUBLIC"."session" VALUES('991e05eb8238c8542cc7ea5d6fcacd95ff7fcc8cc7852bc5e58a9ce662578597', '1c503fed-2aa9-44c4-a2ab-0ad35a7add33', TIMESTAMP '2026-05-31 12:00:00');
CREATE INDEX "PUBLIC"."session_userId_idx" ON "PUBLIC"."session"("userId" NULLS FIRST);
CREATE INDEX "PUBLIC"."session_expires_idx" ON "PUBLIC"."session"("expires" NULLS FIRST);
CREATE MEMORY TABLE "PUBLIC"."verificationToken"(
    "identifier" CHARACTER VARYING NOT NULL,
    "token" CHARACTER VARYING NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL
);
ALTER TABLE "PUBLIC"."verificationToken" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_A" PRIMARY KEY("identifier", "token");
-- 2 +/- SELECT COUNT(*) FROM PUBLIC.verificationToken;
INSERT INTO "PUBLIC"."verificationToken" VALUES('database@example.com', 'a75d9facefb50247867d494d0b42a643f54a9837bacd4e73264fcbd6afc85e46', TIMESTAMP '2026-05-02 12:00:00');
INSERT INTO "PUBLIC"."verificationToken" VALUES('token@example.com', '8728a4d682f73c9c0cf331fd7c73fc9bc2c84302861046a6225043148ef404fe', TIMESTAMP '2026-05-02 12:00:00');
CREATE INDEX "PUBLIC"."verificationToken_token_idx" ON "PUBLIC"."verificationToken"("token" NULLS FIRST);
CREATE INDEX "PUBLIC"."verificationToken_expires_idx" ON "PUBLIC"."verificationToken"("expires" NULLS FIRST);
CREATE MEMORY TABLE "PUBLIC"."authenticator"(
    "credentialID" CHARACTER VARYING NOT NULL,
    "userId" CHARACTER VARYING NOT NULL,
    "providerAccountId" CHARACTER VARYING NOT NULL,
    "credentialPublicKey" CHARACTER VARYING NOT NULL,
    "counter" BIGINT NOT NULL,
    "credentialDeviceType" CHARACTER VARYING NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL,
    "transports" CHARACTER VARYING
);
ALTER TABLE "PUBLIC"."authenticator" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_6C" PRIMARY KEY("userId", "credentialID");
-- 0 +/- SELECT COUNT(*) FROM PUBLIC.authenticator;
CREATE MEMORY TABLE "PUBLIC"."cardea_spent_token"(
    "key" CHARACTER VARYING NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL
);
ALTER TABLE "PUBLIC"."cardea_spent_token" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_F" PRIMARY KEY("key");
-- 0 +/- SELECT COUNT(*) FROM PUBLIC.cardea_spent_token;
CREATE INDEX "PUBLIC"."cardea_spent_token_expires_idx" ON "PUBLIC"."cardea_spent_token"("expires" NULLS FIRST);
CREATE MEMORY TABLE "PUBLIC"."cardea_passkey"(
    "credential" CHARACTER VARYING NOT NULL,
    "label" CHARACTER VARYING,
    "handle" CHARACTER VARYING,
    "created" TIMESTAMP(3),
    "used" TIMESTAMP(3)
);
ALTER TABLE "PUBLIC"."cardea_passkey" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_3B" PRIMARY KEY("credential");
-- 0 +/- SELECT COUNT(*) FROM PUBLIC.cardea_passkey;
CREATE MEMORY TABLE "PUBLIC"."cardea_limit"(
    "key" CHARACTER VARYING NOT NULL,
    "whole_at" BIGINT NOT NULL
);
ALTER TABLE "PUBLIC"."cardea_limit" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_C" PRIMARY KEY("key");
-- 0 +/- SELECT COUNT(*) FROM PUBLIC.cardea_limit;
CREATE INDEX "PUBLIC"."cardea_limit_whole_at_idx" ON "PUBLIC"."cardea_limit"("whole_at" NULLS FIRST);
ALTER TABLE "PUBLIC"."user" ADD CONSTRAINT "PUBLIC"."user_email_unique" UNIQUE NULLS DISTINCT ("email");
ALTER TABLE "PUBLIC"."authenticator" ADD CONSTRAINT "PUBLIC"."authenticator_credentialID_unique" UNIQUE NULLS DISTINCT ("credentialID");
ALTER TABLE "PUBLIC"."session" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_76" FOREIGN KEY("userId") REFERENCES "PUBLIC"."user"("id") ON DELETE CASCADE NOCHECK;
ALTER TABLE "PUBLIC"."authenticator" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_6" FOREIGN KEY("userId") REFERENCES "PUBLIC"."user"("id") ON DELETE CASCADE NOCHECK;
ALTER TABLE "PUBLIC"."account" ADD CONSTRAINT "PUBLIC"."CONSTRAINT_B" FOREIGN KEY("userId") REFERENCES "PUBLIC"."user"("id") ON DELETE CASCADE NOCHECK;
