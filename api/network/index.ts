export { outwardConnections, outwardFetch, type OutwardResponse } from './outward';
export { throughProxy } from './proxy';
export { ProxyError } from './proxy-error';
export { proxyFor } from './proxy-for';
