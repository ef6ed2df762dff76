export { connectClient, connectWorkers, type TemporalSettings } from './connect';
export { OUR_WORKFLOWS } from './executions';
export { Keyring, UnknownKeyError, type EncryptionSettings } from './keyring';
export { faultText, faultTodo, openTasks } from './key-fault-words';
export { emptyReport, findKeyFaults, type KeyFault, type KeyReport } from './key-faults';
export { repeatAbortedUpdates } from './repeat-aborted-updates';
export { encryptedConverter } from './payload-codec';
export { prepareNamespace, RETENTION_HOURS } from './prepare-namespace';
