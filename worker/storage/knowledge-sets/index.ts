export { type FoundManifest, KnowledgeSets, type Manifest, type Move, UnreadableManifestError } from './knowledge-sets';
export type { SetAddress } from './set-address';
export { isInStep, type RecordedSync, recordedSyncSchema, SetHistories, type SetHistory } from './set-histories';
export { type ListedSet, SetIndex } from './set-index';
