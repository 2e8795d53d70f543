/** Abbreviations that stay what they are, and words of their own. */
import { POSITION_WORDS } from './crew/positions.ts'

const ABBREVIATIONS = new Set(['AOG', 'RVSM', 'CPDLC', 'IFR', 'VFR', 'LPC', 'OPC', 'LAPL', 'OFP', 'NOTAM', 'PPR'])

const OWN_WORDS: Readonly<Record<string, string>> = {
  ...POSITION_WORDS,
  ATC_FPL: 'ATC flight plan',
  GENDEC: 'General declaration',
  WIFI: 'Wi-Fi',
  PBN_RNP_AR: 'PBN RNP AR',
  DG_CRM: 'DG and CRM',
}

/** A value of an enum as words: OFF_BLOCK, "Off block". */
export const spelled = (value: string): string => {
  if (ABBREVIATIONS.has(value)) return value
  const words = value.toLowerCase().replaceAll('_', ' ')
  return OWN_WORDS[value] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Minutes as hours and minutes: 1:05. */
export const hoursOf = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
