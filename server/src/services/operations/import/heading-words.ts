/** What files call the columns of each kind, in English, German, French and Italian, beside the names of the fields. */

/** By field; the words are separated by commas, and count by their letters and digits. */
type Words = Readonly<Record<string, string>>

const EXTERNAL_ID_WORDS =
  'id, external id, ref, reference, Externe ID, Fremd-ID, Referenz, identifiant, id externe, référence, identificativo, id esterno, riferimento'

const BASE_WORDS =
  'home base, home airport, Basis, Heimatbasis, Heimatflughafen, Standort, base d’attache, base d’armamento'

const PERSON_WORDS: Words = {
  name: 'first name, given name, forename, Vorname, prénom, nome',
  surname: 'last name, family name, Nachname, Familienname, Name, nom, nom de famille, cognome',
}

export const AIRCRAFT_HEADINGS: Words = {
  registration:
    'reg, tail, tail number, Kennzeichen, Immatrikulation, Registrierung, immatriculation, immatricolazione, marche',
  iCAO: 'type, aircraft type, type designator, Typ, Muster, Flugzeugtyp, Flugzeugmuster, type d’avion, tipo, tipo di aeromobile',
  base: BASE_WORDS,
  seatCount:
    'seats, number of seats, Sitze, Sitzplätze, Anzahl Sitze, sièges, nombre de sièges, places, posti, numero di posti',
  serialNumber: 'serial, serial no, msn, s/n, Seriennummer, Werknummer, Werk-Nr., numéro de série, numero di serie',
  maxRangeNm: 'range, max range, Reichweite, rayon d’action, autonomie, autonomia',
  cruiseKt: 'cruise, cruise speed, Reisegeschwindigkeit, vitesse de croisière, velocità di crociera',
  mtowKg:
    'mtow, mtom, max take-off mass, max take-off weight, Höchstabflugmasse, masse maximale au décollage, massa massima al decollo',
  yearOfManufacture: 'year, year built, Baujahr, année, année de construction, anno, anno di costruzione',
  equipmentList: 'equipment, Ausrüstung, Ausstattung, équipement, équipements, equipaggiamento, dotazione',
  minFlightCrew: 'min crew, minimum crew, Mindestbesatzung, équipage minimum, equipaggio minimo',
  cabinNote: 'cabin, Kabine, cabine, cabina',
  luggageM3: 'luggage, baggage, Gepäck, Gepäckraum, bagages, soute, bagagli, bagagliaio',
  cycles: 'landings, Zyklen, Landungen, atterrissages, cicli, atterraggi',
  externalId: EXTERNAL_ID_WORDS,
}

export const CREW_HEADINGS: Words = {
  ...PERSON_WORDS,
  code: 'crew code, short code, 3lc, three letter code, Kürzel, Dreilettercode, trigramme, sigle, sigla, codice',
  positionList:
    'position, positions, function, rank, Funktion, Position, Rang, fonction, poste, funzione, posizione, grado',
  base: BASE_WORDS,
  isActive: 'active, aktiv, actif, attivo',
  dateOfBirth: 'birth date, birthday, dob, Geburtsdatum, Geburtstag, date de naissance, data di nascita',
  nationality: 'Nationalität, Staatsangehörigkeit, nationalité, nazionalità, cittadinanza',
  sex: 'gender, Geschlecht, sexe, sesso',
  externalId: EXTERNAL_ID_WORDS,
}

export const CONTACT_HEADINGS: Words = {
  ...PERSON_WORDS,
  kind: 'type, category, Art, Typ, Kategorie, genre, catégorie, tipo, categoria',
  company: 'company name, organisation, organization, Firma, Unternehmen, société, entreprise, ditta, società, azienda',
  email:
    'e-mail, mail, email address, E-Mail-Adresse, Mailadresse, courriel, adresse e-mail, posta elettronica, indirizzo e-mail',
  phone: 'telephone, tel, mobile, Telefon, Telefonnummer, Handy, Mobil, téléphone, portable, telefono, cellulare',
  airport: 'Flughafen, Flugplatz, aéroport, aeroporto',
  externalId: EXTERNAL_ID_WORDS,
}

/** A heading that may be a place or a time is the place first, and the time where another column is the place. */
export const FLIGHT_HEADINGS: Words = {
  registration:
    'aircraft, reg, tail, Flugzeug, Luftfahrzeug, Kennzeichen, Immatrikulation, avion, aéronef, immatriculation, aeromobile, aereo, marche',
  flightNo: 'flight, flight number, flight no, Flug, Flugnummer, Flug-Nr., vol, numéro de vol, volo, numero di volo',
  callsign: 'call sign, Rufzeichen, indicatif, nominativo',
  adep: 'from, origin, dep, departure, departure airport, Von, Abflugort, Abflughafen, Startflughafen, de, départ, origine, aéroport de départ, da, partenza, aeroporto di partenza',
  ades: 'to, dest, destination, arr, arrival, arrival airport, Nach, Ziel, Zielflughafen, Ankunftsort, à, vers, arrivée, aéroport d’arrivée, arrivo, destinazione, aeroporto di arrivo',
  offBlock:
    'off block time, departure time, departure, std, Abflug, Abflugzeit, Off-Block-Zeit, heure de départ, départ, ora di partenza, partenza',
  onBlock:
    'on block time, arrival time, arrival, sta, Ankunft, Ankunftszeit, On-Block-Zeit, heure d’arrivée, arrivée, ora di arrivo, arrivo',
  kind: 'type, flight type, purpose, Art, Flugart, type de vol, nature, tipo, tipo di volo',
  rules: 'flight rules, Flugregeln, règles de vol, regole di volo',
  paxCount:
    'pax, passengers, number of passengers, Passagiere, Fluggäste, Anzahl Passagiere, passagers, nombre de passagers, passeggeri, numero di passeggeri',
  status: 'state, Zustand, statut, état, stato',
  opsNote:
    'note, notes, remark, remarks, comment, Bemerkung, Bemerkungen, Notiz, remarque, remarques, observations, nota, osservazioni',
  externalId: EXTERNAL_ID_WORDS,
}
