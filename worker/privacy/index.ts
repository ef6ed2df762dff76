export { ErasedPersons, type WithoutErased } from './erased-persons';
export { type Person, personEmailSchema, personLeadSchema, personSchema } from './person';
export type { PersonSearchView, PersonService, StartPersonSearch } from './person-service';
export { personReportSchema } from '../../workflows/persons/contract';
export { SealedRequests } from './sealed-requests';
export { TemporalPersonService } from './temporal-person-service';
