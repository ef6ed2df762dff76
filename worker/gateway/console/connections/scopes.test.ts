import { READ_SCOPES as CHECKED } from '../../../connections';
import { READ_SCOPES } from './scopes';

test('every scope that a check proves has its words', () => {
	expect(Object.keys(READ_SCOPES).sort()).toEqual(['read:agents', ...CHECKED].sort());
});
