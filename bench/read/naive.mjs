/**
 * The usual NestJS code: a controller, TypeORM's find, the class serialiser, a guard. Decorators are applied by hand
 * because this file is not compiled. Environment: URL (of the database), TABLE, TOKEN, PORT.
 */
import 'reflect-metadata';
import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  Inject,
  Module,
  Query,
  UseInterceptors,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import { Expose } from 'class-transformer';
import { Column, Entity, MoreThanOrEqual, PrimaryColumn } from 'typeorm';
import { guardOf } from './guard.mjs';

const { URL: url, TABLE, TOKEN, PORT } = process.env;

class Quote {}
const types = { open: 'float8', high: 'float8', low: 'float8', close: 'float8', volume: 'bigint' };
for (const key of ['ticker', 'date']) {
  PrimaryColumn(key === 'date' ? 'date' : 'text')(Quote.prototype, key);
  Expose()(Quote.prototype, key);
}
for (const [key, type] of Object.entries(types)) {
  Column(type)(Quote.prototype, key);
  Expose()(Quote.prototype, key);
}
Entity(TABLE)(Quote);

class QuoteController {
  constructor(quotes) {
    this.quotes = quotes;
  }

  list({ ticker, date, from_date, limit = '100' }) {
    return this.quotes.find({
      where: date ? { date } : { ticker, ...(from_date && { date: MoreThanOrEqual(from_date) }) },
      order: date ? { ticker: 'ASC' } : { date: 'DESC' },
      take: Number(limit),
    });
  }
}
Inject(getRepositoryToken(Quote))(QuoteController, undefined, 0);
Query()(QuoteController.prototype, 'list', 0);
const list = Object.getOwnPropertyDescriptor(QuoteController.prototype, 'list');
Get('quote')(QuoteController.prototype, 'list', list);
UseInterceptors(ClassSerializerInterceptor)(QuoteController.prototype, 'list', list);
Controller()(QuoteController);

class App {}
Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'postgres', url, entities: [Quote], extra: { max: 16 } }),
    TypeOrmModule.forFeature([Quote]),
  ],
  controllers: [QuoteController],
  providers: [{ provide: APP_GUARD, useClass: guardOf(TOKEN) }],
})(App);

const app = await NestFactory.create(App, { logger: false });
await app.listen(Number(PORT), '127.0.0.1');
process.send?.('ready');
