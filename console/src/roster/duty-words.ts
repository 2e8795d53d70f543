/** Kinds of duty as a pilot says them. */
const WORDS: Readonly<Record<string, string>> = {
  FLIGHT: 'Flight duty',
  OFF: 'Day off',
  OFFICE: 'Office',
  POSITIONING: 'Positioning',
  RESERVE: 'Reserve',
  SICK: 'Sick',
  UNFIT: 'Unfit',
  FATIGUE: 'Fatigue',
  SIMULATOR: 'Simulator',
  STANDBY: 'Standby',
  TRAINING: 'Training',
  VACATION: 'Leave',
}

export const dutyInWords = (kind: string): string => WORDS[kind] ?? kind

/** "LSZH EIDW LSZH": where the legs lead, without saying a stop twice. */
export const routeOf = (legs: readonly { adepICAO: string; adesICAO: string }[]): string =>
  legs
    .flatMap(({ adepICAO, adesICAO }) => [adepICAO, adesICAO])
    .filter((code, index, codes) => code !== codes[index - 1])
    .join(' ')
