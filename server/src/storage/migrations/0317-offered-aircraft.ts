/**
 * Which aircraft a marketplace may offer (data §7.6). Marketplaces that are connected keep what they see today: the
 * aircraft that there are now; what joins the fleet later is chosen (ADR 187).
 */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0317-offered-aircraft',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'application_aircraft', {
      key: 'client_id, aircraft_id',
      body: `client_id text not null references application (client_id),
        aircraft_id text not null,
        chosen_at integer not null`,
    })
    await run(
      db,
      `insert into application_aircraft (tenant_id, client_id, aircraft_id, chosen_at)
        select distinct aircraft.tenant_id, application.client_id, aircraft.aircraft_id, oauth_grant.created_at
        from oauth_grant join application on application.client_id = oauth_grant.client_id
        join aircraft on aircraft.tenant_id = oauth_grant.tenant_id
        where application.kind = 'marketplace' and oauth_grant.user_id is null and oauth_grant.ended_at is null`,
    )
  },
}
