// @ts-check
/** Prints the suites that run at night, as a JSON list: all that no change runs. */
import { suites } from './suites.mjs';

/** `.ci/run` runs two for each change, and `quick` is a part of one of them. */
const WITH_EACH_CHANGE = ['standard', 'smoke', 'quick'];

console.log(JSON.stringify(Object.keys(suites).filter((name) => !WITH_EACH_CHANGE.includes(name))));
