import { serveSearches } from '../../engine/embedded/host/serve-searches.ts';
import { type AnsweringContext, searchCalls } from '../service/search/search-service.ts';
import { RECORD_OPENERS } from '../store/open-records.ts';

serveSearches(RECORD_OPENERS, (answering) => searchCalls(answering as AnsweringContext));
