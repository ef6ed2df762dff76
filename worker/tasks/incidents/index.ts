export { FAULTS } from './fault-words';
export {
	INCIDENT_KINDS,
	type IncidentKind,
	type IncidentService,
	type IncidentsView,
	type OpenIncidentView,
	type RecoveredView,
} from './incident-service';
export { TemporalIncidents } from './temporal-incidents';
