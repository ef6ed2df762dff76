export {
	type FoundManifest,
	KnowledgeSets,
	type Manifest,
	type Move,
	type SetAddress,
	UnreadableManifestError,
} from './knowledge-sets';
