/** Until when a member or a member of staff has seen the news in their bell (ADR 155). */
import type { Migration } from './migration.ts'
import { tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0312-news-seen',
  up: (db, kind) =>
    tenantTable(db, kind, 'news_seen', {
      key: 'user_id',
      body: `user_id text not null,
       seen_at integer not null,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    }),
}
