export {
	type Destination,
	DestinationHeldError,
	DestinationUnfitError,
	type LeadPreview,
	type LeadsOf,
	type MappedField,
	type PersonAtDestination,
	type Probed,
	type SettingProblem,
} from './destination';
export { Destinations, unknownDestination } from './destinations';
export { formOf } from './kind';
export {
	DEFAULT_EDITABLE_TYPE,
	DESTINATION_TYPES,
	type DestinationType,
	EDITABLE_KINDS,
	editableKindOf,
	kindOf,
	type ListedEditableKind,
	schemaOfKinds,
} from './kind-lookup';
export { LEAD_SOURCES } from './lead-source';
export { DestinationEdits, type StoredView, type StoredWithSecret } from './stored/destination-edits';
export { StoredDestinations } from './stored/stored-destinations';
