export { type FoundRecord, Records } from './records';
