-- One role owns the tables and is used by migrate alone; the servers' role reads and writes rows (docs/hosting.md).
create role airside_owner login password 'owner-secret';
create role airside_server login password 'server-secret';
create database airside owner airside_owner;
\connect airside
grant usage on schema public to airside_server;
grant create on schema public to airside_owner;
alter default privileges for role airside_owner in schema public
  grant select, insert, update, delete on tables to airside_server;
alter default privileges for role airside_owner in schema public grant usage on sequences to airside_server;
