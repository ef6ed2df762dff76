export { addressesIn } from './addresses';
export { ErasedPersons, type ErasedLeads, type WithoutErased } from './erased-persons';
export { type Person, personEmailSchema, personLeadSchema, personSchema } from './person';
export { personReportSchema } from '../../workflows/persons/contract';
export { SealedRequests } from './sealed-requests';
export { SyncedPersons } from './synced-persons';
export {
	type PersonSearchView,
	type PersonService,
	type StartPersonSearch,
	TemporalPersonService,
} from './person-service';
