export { connectClient, connectWorkers, type TemporalSettings, type TlsSettings } from './connect';
export { Keyring, UnknownKeyError, type EncryptionSettings } from './keyring';
export { missingKeys, type MissingKey } from './missing-keys';
export { prepareNamespace, RETENTION_HOURS } from './prepare-namespace';
