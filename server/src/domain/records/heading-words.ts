/** What files call columns that several records have, in English, German, French and Italian. */

export const EXTERNAL_ID_WORDS =
  'id, external id, ref, reference, Externe ID, Fremd-ID, Referenz, identifiant, id externe, référence, identificativo, id esterno, riferimento'

export const BASE_WORDS =
  'home base, home airport, Basis, Heimatbasis, Heimatflughafen, Standort, base d’attache, base d’armamento'

export const GIVEN_NAME_WORDS = 'first name, given name, forename, Vorname, prénom, nome'

export const SURNAME_WORDS = 'last name, family name, Nachname, Familienname, Name, nom, nom de famille, cognome'
