import { searchAttributes } from '../../workflows/task/visibility';
import { SEARCH_ATTRIBUTES } from './start-server.mjs';

it('the server is started with the search attributes that the workflows set', () => {
	expect([...SEARCH_ATTRIBUTES].sort()).toEqual(
		Object.values(searchAttributes)
			.map(({ name }) => name)
			.sort(),
	);
});
