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
export { Destinations } from './destinations';
export { DestinationEdits, type StoredView, type StoredWithSecret } from './stored/destination-edits';
export { StoredDestinations } from './stored/stored-destinations';
