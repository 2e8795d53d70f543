/** The chosen picture as an address that holds it, which is all that the content policy lets a page show. */
import { useEffect, useState } from 'react'

/** Null where none is chosen. */
export const useChosenLogo = (logo: File | null): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    setAddress(null)
    if (logo === null) return
    const reader = new FileReader()
    reader.onload = () => setAddress(String(reader.result))
    reader.readAsDataURL(logo)
    return () => reader.abort()
  }, [logo])
  return address
}
