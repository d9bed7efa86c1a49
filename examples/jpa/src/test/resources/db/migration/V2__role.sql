alter table "user" add "role" varchar(20);
