/** A page of plain text as a PDF that every reader opens, for documents of the demo. */

const escaped = (line: string): string => line.replace(/[^\x20-\x7e]/g, '-').replace(/[\\()]/g, '\\$&')

/** Numbered objects one after another, with the table that says where each begins (ISO 32000-1, 7.5). */
const assembled = (objects: readonly string[]): string => {
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${starts.join('')}`
  return `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

export const plainPdf = (title: string, lines: readonly string[]): Buffer => {
  const shown = [title, '', ...lines].map((line) => `(${escaped(line)}) Tj T*`).join('\n')
  const stream = `BT /F1 12 Tf 16 TL 60 780 Td\n${shown}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  ]
  return Buffer.from(assembled(objects), 'latin1')
}
