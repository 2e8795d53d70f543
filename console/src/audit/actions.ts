/** Labels of audit actions. An action without a label is shown by its name. */
const WORDS: Readonly<Record<string, string>> = {
  'add-on.disconnected': 'Add-on disconnected',
  'add-on.resumed': 'Add-on resumed by Airside',
  'add-on.suspended': 'Add-on suspended by Airside',
  'api-key.created': 'Key made',
  'api-key.renamed': 'Key renamed',
  'api-key.revoked': 'Key revoked',
  'api-key.rotated': 'Key rotated',
  'consent.allowed': 'Consent given',
  'grant.ended': 'Access ended',
  'grant.narrowed': 'Access narrowed',
  'operator.created': 'Operator set up',
  'refresh-token.revoked': 'Refresh token revoked',
  'user.created': 'User added',
  'user.invited': 'User invited',
  'user.passkey-added': 'Passkey added',
  'user.passkey-removed': 'Passkey removed',
  'user.passkey-copy-suspected': 'Copied passkey suspected',
  'user.password-changed': 'Password changed',
  'user.password-chosen': 'Password chosen',
  'user.removed': 'User removed',
  'user.roles-changed': 'Roles changed',
  'user.second-step-off': 'Second step off',
  'user.second-step-on': 'Second step on',
}

export const actionInWords = (action: string): string => WORDS[action] ?? action
