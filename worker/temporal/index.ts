export { connectClient, connectWorkers, type TemporalSettings } from './connect';
export { Keyring, UnknownKeyError, type EncryptionSettings } from './keyring';
export { missingKeys } from './missing-keys';
export { repeatAbortedUpdates } from './repeat-aborted-updates';
export { prepareNamespace, RETENTION_HOURS } from './prepare-namespace';
