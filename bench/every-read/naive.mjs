/**
 * The usual NestJS code for a list of a table: a controller, TypeORM's find, the class serialiser, a guard; one entity
 * and one route for each of some tables. Decorators are applied by hand because this file is not compiled. Environment:
 * URL (of the database), TABLES (JSON: columns by table), TOKEN, PORT.
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
import { Column, Entity, LessThanOrEqual, PrimaryColumn } from 'typeorm';
import { guardOf } from '../read/guard.mjs';

const { URL: url, TABLES, TOKEN, PORT } = process.env;

/**
 * Entity of a table; each column has its `name`, `type`, whether it is an `array` and whether it is in the primary key.
 */
function entityOf(table, columns) {
  // Repositories are looked up by the names of their classes.
  const Row = { [table]: class {} }[table];
  for (const { name, type, array, primary } of columns) {
    (primary ? PrimaryColumn : Column)({ type, array })(Row.prototype, name);
    Expose()(Row.prototype, name);
  }
  Entity(table)(Row);
  return Row;
}

const UPPER = 'to_';

/** Controller of `GET /<table>`; its parameters are described in requests.mjs. */
function controllerOf(table, entity) {
  class TableController {
    constructor(rows) {
      this.rows = rows;
    }

    list({ order, offset = '0', limit = '100', ...filters }) {
      return this.rows.find({
        where: Object.fromEntries(
          Object.entries(filters).map(([name, value]) =>
            name.startsWith(UPPER) ? [name.slice(UPPER.length), LessThanOrEqual(value)] : [name, value],
          ),
        ),
        order: Object.fromEntries(
          order.split(',').map((name) => (name.startsWith('-') ? [name.slice(1), 'DESC'] : [name, 'ASC'])),
        ),
        skip: Number(offset),
        take: Number(limit),
      });
    }
  }
  Inject(getRepositoryToken(entity))(TableController, undefined, 0);
  Query()(TableController.prototype, 'list', 0);
  const list = Object.getOwnPropertyDescriptor(TableController.prototype, 'list');
  Get(table)(TableController.prototype, 'list', list);
  UseInterceptors(ClassSerializerInterceptor)(TableController.prototype, 'list', list);
  Controller()(TableController);
  return TableController;
}

const tables = Object.entries(JSON.parse(TABLES));
const entities = tables.map(([table, columns]) => entityOf(table, columns));

class App {}
Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'postgres', url, entities, extra: { max: 16 } }),
    TypeOrmModule.forFeature(entities),
  ],
  controllers: tables.map(([table], index) => controllerOf(table, entities[index])),
  providers: [{ provide: APP_GUARD, useClass: guardOf(TOKEN) }],
})(App);

const app = await NestFactory.create(App, { logger: false });
await app.listen(Number(PORT), '127.0.0.1');
process.send?.('ready');
