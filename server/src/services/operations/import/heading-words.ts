/** What files call the columns of flights, in English, German, French and Italian, beside the names of the fields. */

/** By field; the words are separated by commas, and count by their letters and digits. */
type Words = Readonly<Record<string, string>>

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
}
