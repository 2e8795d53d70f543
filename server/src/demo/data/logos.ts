/** The logos of the demo's applications: one shape on one colour each, as SVG. */
const mark = (colour: string, shape: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="7" fill="${colour}"/>
    <g fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${shape}</g>
  </svg>`

export const DEMO_LOGOS: Readonly<Record<string, string>> = {
  Skylog: mark(
    '#0f6d7c',
    '<rect x="8" y="7" width="16" height="18" rx="2.5"/><path d="M12 18c2.500-5 5.500-5 8-4.500"/>',
  ),
  JetMatch: mark('#5a3fb0', '<circle cx="13" cy="16" r="6"/><circle cx="19" cy="16" r="6"/>'),
  Fuelline: mark('#394b60', '<path d="M16 6c4 5 6.500 8 6.500 12a6.500 6.500 0 0 1-13 0c0-4 2.500-7 6.500-12z"/>'),
  SlotDesk: mark('#4b5d2a', '<rect x="7" y="9" width="18" height="15" rx="2.500"/><path d="M7 14h18M12 6v5M20 6v5"/>'),
  'Tailwind Quotes': mark(
    '#1d4f91',
    '<path d="M6 13h13a3.500 3.500 0 1 0-3.500-3.500M6 19h17a3.500 3.500 0 1 1-3.500 3.500"/>',
  ),
  RampReady: mark('#24408e', '<path d="M7 23 12 9h8l5 14zM11.500 18l3 3 6-7"/>'),
  Skybridge: mark('#0b5d52', '<path d="M6 21c4-9 16-9 20 0M6 21h20M11 15.500V21M16 14v7M21 15.500V21"/>'),
  Turnpoint: mark('#7a2e4d', '<path d="M8 22a9 9 0 1 1 9 3M17 20l-1 5 5 1"/>'),
  'Stand Planner': mark('#2f5d3a', '<path d="M7 9h18v14H7zM13 9v14M19 9v14M7 16h18"/>'),
  'Ramp Radio': mark('#8a4b12', '<path d="M11 21V11a5 5 0 0 1 10 0v10zM11 15h10M16 21v4"/>'),
  Rosterwise: mark('#3a3f8f', '<path d="M8 8h16v16H8zM8 14h16M14 14v10M20 14v10"/>'),
  'Pilot Pages': mark('#1e5f8f', '<path d="M9 6h9l5 5v15H9zM18 6v5h5M13 16h6M13 20.500h6"/>'),
}
