// @ts-check
import { randomBytes } from 'node:crypto';

/** A line such as `NAME= # openssl rand -hex 24`: the comment says how its secret is made. */
const SECRET = /^(?<name>\w+)= # openssl rand -(?<way>hex|base64) (?<bytes>\d+)$/gm;

/**
 * @param {string} example of a file with variables
 * @returns {string} the file, with a new random secret on every line that asks for one
 */
export function filledIn(example) {
	return example.replace(SECRET, (_line, name, way, bytes) => {
		return `${name}=${randomBytes(Number(bytes)).toString(way === 'hex' ? 'hex' : 'base64')}`;
	});
}
